import { chooseTheme, useTheme } from "#lib/theme.ts";
import { IconButton } from "./button.tsx";
import { Moon, Sun } from "./icons.tsx";

export function ThemeSwitch() {
  const { isDark } = useTheme();
  return (
    <IconButton
      label={isDark ? "Switch to light theme" : "Switch to dark theme"}
      onClick={() => chooseTheme(isDark ? "light" : "dark")}
    >
      {isDark ? <Sun /> : <Moon />}
    </IconButton>
  );
}
