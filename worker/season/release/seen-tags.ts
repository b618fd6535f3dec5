const SKIPPED_TAGS = new Set(["script", "style", "head"]);
/** Matches a style that hides content from readers, as in "display: none", so that the content is not read. */
const HIDING_STYLE =
  /display\s?:\s?none|visibility\s?:\s?hidden|opacity\s?:\s?0(?![.\d])|font-size\s?:\s?0(?![.\d])|text-indent\s?:\s?-\d{3}|(?:left|top)\s?:\s?-\d{3}/i;
const WHITE_COLOR = "(?:white|#fff(?:fff)?(?![\\da-f])|rgb\\(\\s?255\\s?,\\s?255\\s?,\\s?255\\s?\\))";
const WHITE_TEXT = new RegExp(`(?<![-\\w])color\\s?:\\s?${WHITE_COLOR}`, "i");
const WHITE_BACKGROUND = new RegExp(`background(?:-color)?\\s?:\\s?(?:${WHITE_COLOR}|transparent|none)`, "i");
const ANY_BACKGROUND = /background(?:-color)?\s?:\s?(?:#|rgb\(|[a-z])/i;

type Tag = { isHidden: boolean; isOnColor: boolean };

/**
 * Tracks the open tags of a page to find out whether their text is visible. White text is visible only on a
 * colored background, as in a table heading.
 */
export function visibleTagTracker() {
  const tags: Tag[] = [];
  const isSeen = () => tags.at(-1)?.isHidden !== true;
  return {
    isSeen,
    /** Returns whether the tag's content is visible. */
    open(name: string, attributes: Record<string, string>): boolean {
      const outer = tags.at(-1) ?? { isHidden: false, isOnColor: false };
      const { bgcolor, color } = attributes;
      const style = `${(attributes.style ?? "").slice(0, 2_000)}${bgcolor ? `;background:${bgcolor}` : ""}${color ? `;color:${color}` : ""}`;
      const isOnColor = WHITE_BACKGROUND.test(style) ? false : ANY_BACKGROUND.test(style) || outer.isOnColor;
      const isUnseen =
        SKIPPED_TAGS.has(name) ||
        "hidden" in attributes ||
        HIDING_STYLE.test(style) ||
        (WHITE_TEXT.test(style) && !isOnColor);
      tags.push({ isHidden: outer.isHidden || isUnseen, isOnColor });
      return isSeen();
    },
    /** Returns whether the content of the closed tag was visible. */
    close(): boolean {
      return tags.pop()?.isHidden !== true;
    },
  };
}
