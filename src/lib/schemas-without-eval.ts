import { z } from "zod";

// The page policy forbids code made from text; zod would try at its first schema, and the browser would report it.
// Imported before anything that has one.
z.config({ jitless: true });
