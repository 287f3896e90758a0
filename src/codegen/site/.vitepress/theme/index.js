import DefaultTheme from "vitepress/theme-without-fonts";
import TryIt from "./try-it.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component("TryIt", TryIt),
};
