const SKIPPED = new Set(["script", "style", "head"]);
/** Matches a style whose content is hidden from readers, so that it is not read as a statement. */
const HIDDEN =
  /display\s?:\s?none|visibility\s?:\s?hidden|opacity\s?:\s?0(?![.\d])|font-size\s?:\s?0(?![.\d])|text-indent\s?:\s?-\d{3}|(?:left|top)\s?:\s?-\d{3}/i;
const WHITE = "(?:white|#fff(?:fff)?(?![\\da-f])|rgb\\(\\s?255\\s?,\\s?255\\s?,\\s?255\\s?\\))";
const IS_WHITE = new RegExp(`(?<![-\\w])color\\s?:\\s?${WHITE}`, "i");
const ON_WHITE = new RegExp(`background(?:-color)?\\s?:\\s?(?:${WHITE}|transparent|none)`, "i");
const ON_COLOR = /background(?:-color)?\s?:\s?(?:#|rgb\(|[a-z])/i;

type Tag = { isHidden: boolean; isOnColor: boolean };

/**
 * Follows the open tags of a page and says whether their text is visible. White text is visible only on a
 * colored background, as in the head of a table.
 */
export function seenTags() {
  const tags: Tag[] = [];
  const isSeen = () => tags.at(-1)?.isHidden !== true;
  return {
    isSeen,
    /** Returns whether the tag's content is visible. */
    open(name: string, attributes: Record<string, string>): boolean {
      const outer = tags.at(-1) ?? { isHidden: false, isOnColor: false };
      const { bgcolor, color } = attributes;
      const style = `${(attributes.style ?? "").slice(0, 2_000)}${bgcolor ? `;background:${bgcolor}` : ""}${color ? `;color:${color}` : ""}`;
      const isOnColor = ON_WHITE.test(style) ? false : ON_COLOR.test(style) || outer.isOnColor;
      const isUnseen =
        SKIPPED.has(name) ||
        "hidden" in attributes ||
        HIDDEN.test(style) ||
        (IS_WHITE.test(style) && !isOnColor);
      tags.push({ isHidden: outer.isHidden || isUnseen, isOnColor });
      return isSeen();
    },
    /** Returns whether the closed tag was visible. */
    close(): boolean {
      return tags.pop()?.isHidden !== true;
    },
  };
}
