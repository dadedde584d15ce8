export const onApple = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform);
