import DefaultTheme from "vitepress/theme-without-fonts";
import { searchOptions } from "../../search.ts";
import SampleTabs from "./sample-tabs.vue";
import TryIt from "./try-it.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    app.component("SampleTabs", SampleTabs).component("TryIt", TryIt);
    siteData.value.themeConfig.search.options.miniSearch = { searchOptions };
  },
};
