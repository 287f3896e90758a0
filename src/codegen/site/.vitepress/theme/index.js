import DefaultTheme from "vitepress/theme-without-fonts";
import SampleTabs from "./sample-tabs.vue";
import TryIt from "./try-it.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component("SampleTabs", SampleTabs).component("TryIt", TryIt),
};
