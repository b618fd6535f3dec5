// For both entries: UnoCSS wants to be imported once.
import "virtual:uno.css";
import "./base.css";
import "./board.css";
