export const isMasked = ({ sensitive, answer }: { sensitive?: boolean; answer: unknown }): boolean =>
  sensitive === true && answer !== null;
