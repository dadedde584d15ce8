/** Whether the keyboard is one of Apple's. */
export const onApple = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform);
