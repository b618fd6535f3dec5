import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { classes, iconSquare } from "./classes.ts";
import { Spinner } from "./loading.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "inverse";
type ButtonSize = "sm" | "md" | "lg";

type Look = { variant?: ButtonVariant; size?: ButtonSize; isWide?: boolean };

const variantClasses: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "bg-surface text-ink border border-edge hover:bg-sunken",
  ghost: "text-ink hover:bg-sunken",
  danger: "bg-danger text-on-danger hover:bg-danger-hover",
  inverse: "bg-signal-solid text-on-signal hover:opacity-90",
};
const sizeClasses: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3 text-sm gap-1.5",
  md: "min-h-11 px-4.5 text-base gap-2",
  lg: "min-h-13 px-6 text-lg gap-2.5",
};

function buttonClasses({ variant = "primary", size = "md", isWide = false }: Look): string {
  return classes(
    "inline-flex items-center justify-center rounded-md font-semibold text-center text-balance transition-colors duration-fast focus-ring",
    "disabled:opacity-55 aria-[disabled=true]:opacity-55",
    variantClasses[variant],
    sizeClasses[size],
    isWide && "w-full",
  );
}

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    isLoading?: boolean;
  };

/**
 * The default `type` is "button", so no button submits a form by accident. A button that loads ignores clicks, and with
 * them the Enter key in its form; it is not disabled, because a disabled button loses the keyboard's focus.
 */
export function Button({
  variant,
  size,
  isWide,
  isLoading = false,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={isLoading ? (event) => event.preventDefault() : onClick}
      aria-disabled={isLoading || rest["aria-disabled"]}
      aria-busy={isLoading || undefined}
      className={classes(buttonClasses({ variant, size, isWide }), className)}
    >
      {isLoading && <Spinner />}
      {children}
    </button>
  );
}

type LinkButtonProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

export function LinkButton({ variant, size, isWide, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={classes(buttonClasses({ variant, size, isWide }), className)}>
      {children}
    </a>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  label: string;
  children: ReactNode;
};

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(iconSquare, "disabled:opacity-55", className)}
    >
      {children}
    </button>
  );
}
