import { expect, test } from "vitest";
import { isRoomFor } from "./spool.server";

const megabytes = (count: number) => count * 1024 * 1024;

test("[V-ATK-6] four IPs with 64 MB each leave room for a file of another IP, but not for a fifth with as much", () => {
  const spooledByOthers = megabytes(4 * 64);
  expect(isRoomFor(spooledByOthers, megabytes(64))).toBe(true);
  expect(isRoomFor(spooledByOthers + megabytes(11), megabytes(11))).toBe(true);
  expect(isRoomFor(spooledByOthers + megabytes(64), megabytes(64))).toBe(false);
  expect(isRoomFor(megabytes(65), megabytes(65))).toBe(false);
  expect(isRoomFor(megabytes(1025), megabytes(1))).toBe(false);
});
