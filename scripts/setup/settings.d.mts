/** Others in the environment are not the Worker's. */
export const settingName: RegExp;
export function writeDevVars(file?: string): void;
