// Both entry scripts import this file, because UnoCSS must be imported only once.
import "virtual:uno.css";
import "./base.css";
import "./board.css";
