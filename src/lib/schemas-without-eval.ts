import { z } from "zod";

// The page policy forbids eval, which zod tries with its first schema: imported before any.
z.config({ jitless: true });
