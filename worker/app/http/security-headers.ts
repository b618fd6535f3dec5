/**
 * Hashes of the inline scripts in shell.html, which the policy must allow: one sets the theme before the first
 * paint, the other starts the first API calls.
 */
const THEME_SCRIPT = "'sha256-e2lQhFMMb6KoBMfkNDH6kVgeuY4+M384y1SCuROV8ko='";
const FIRST_CALLS_SCRIPT = "'sha256-rT05ycxbYjNb6ymChQVSGd6vTbIj4Ej+dgVqBJfhZco='";

/**
 * Security headers of HTML pages. Inline styles are allowed because charts and dialogs position themselves with
 * them. Inline data (JSON-LD) needs no exception, because browsers do not execute it.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    `script-src 'self' ${THEME_SCRIPT} ${FIRST_CALLS_SCRIPT}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "upgrade-insecure-requests",
  ].join("; "),
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Security headers of API responses. They forbid caching, because responses may contain personal data, and
 * displaying a response as a page.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};
