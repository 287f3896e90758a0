// The API key that a reader has typed into a form. It is in the memory of the open window alone: it stays while the reader goes from page to
// page, and goes with a reload.
import { ref } from "vue";

export const key = ref("");
