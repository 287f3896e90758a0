// Ways to the views, in groups. A narrow window shows them after a button is pressed.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useActing } from "../acting.ts";
import { isSandboxQuery } from "../api/sandbox.ts";
import { alarmsQuery } from "../api/service.ts";
import { navigationOf } from "../navigation.ts";
import { fill, texts } from "../texts.ts";
import { operation } from "../texts/operation.ts";

export function Navigation() {
  const { nav } = texts;
  const groups = navigationOf(useActing(), useQuery(isSandboxQuery).data === true);
  const [isOpen, setOpen] = useState(false);
  return (
    <nav aria-label={nav.label} className="views" data-open={isOpen}>
      <Button
        className="menu"
        aria-expanded={isOpen}
        aria-controls="view-groups"
        onPress={() => setOpen(!isOpen)}
      >
        {nav.menu}
      </Button>
      <div id="view-groups">
        {groups.map(({ id, text, items }) => (
          <section key={id}>
            <h2 id={`views-${id}`}>{text}</h2>
            <ul aria-labelledby={`views-${id}`}>
              {items.map(({ to, text: name }) => (
                <li key={to}>
                  {/* Who has chosen a view wants to see it. */}
                  <Link
                    to={to}
                    activeOptions={{ exact: to === "/", includeSearch: false }}
                    onClick={() => setOpen(false)}
                  >
                    {name}
                    {to === "/service" && <AlarmMark />}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

/** The number of alarms; nothing when none is raised. */
function AlarmMark() {
  const { data: alarms = [] } = useQuery(alarmsQuery);
  if (alarms.length === 0) return null;
  const count = String(alarms.length);
  return (
    <>
      {" "}
      <span className="status bad" title={fill(operation.alarms.raised, { count })}>
        {count}
      </span>
    </>
  );
}
