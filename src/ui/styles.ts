// Serves both entries, because UnoCSS must be imported only once.
import "virtual:uno.css";
import "./base.css";
import "./board.css";
