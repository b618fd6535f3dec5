/** What a setting's name looks like; anything else in the environment is none of the Worker's business. */
export const settingName: RegExp;
export function writeDevVars(file?: string): void;
