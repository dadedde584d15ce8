export const count = (value: number): string => value.toLocaleString("en-US");
