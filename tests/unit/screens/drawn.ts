import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

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

/** A component's markup. */
export function markupOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return renderToStaticMarkup(createElement(component, props));
}
