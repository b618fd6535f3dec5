import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { SessionProvider } from "#lib/session.tsx";

/** Returns a component's text as a reader sees it: the markup without tags and with one space between words. */
export function textOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return markupOf(component, props)
    .replace(/<(\/?)(li|p|td|th|h\d|dt|dd|span|div|button|option)[^>]*>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns a component's markup inside the application's providers, with nobody signed in. */
export function markupOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  const session = createElement(SessionProvider, null, createElement(component, props));
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, session));
}
