import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../shared/page.css";

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <main>
      <h1>Console</h1>
    </main>
  </StrictMode>,
);
