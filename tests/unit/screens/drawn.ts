import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { SessionProvider } from "#lib/session.tsx";

/** A component's text as a reader has it: the markup without its tags, one space between words. */
export function textOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return markupOf(component, props)
    .replace(/<(\/?)(li|p|td|th|h\d|dt|dd|span|div|button|option)[^>]*>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** A component's markup, inside what the application puts around it; nobody is signed in. */
export function markupOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  const session = createElement(SessionProvider, null, createElement(component, props));
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, session));
}
