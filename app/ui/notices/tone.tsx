import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";

export type NoticeTone = "success" | "error" | "warning" | "info";

export const noticeTones: Record<
  NoticeTone,
  { icon: LucideIcon; ink: string; ground: string; edge: string; left: string }
> = {
  success: {
    icon: CircleCheck,
    ink: "text-success",
    ground: "bg-success-ground",
    edge: "border-success",
    left: "border-l-success",
  },
  error: { icon: CircleX, ink: "text-error", ground: "bg-error-ground", edge: "border-error", left: "border-l-error" },
  warning: {
    icon: TriangleAlert,
    ink: "text-warning",
    ground: "bg-warning-ground",
    edge: "border-warning",
    left: "border-l-warning",
  },
  info: { icon: Info, ink: "text-info", ground: "bg-info-ground", edge: "border-info", left: "border-l-info" },
};
