import { z } from "zod";

// The page policy forbids eval. zod tries it with its first schema and the browser would report that, so this is
// imported before any schema.
z.config({ jitless: true });
