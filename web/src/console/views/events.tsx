// Events as they happen, newest first.
import { useActing } from "../acting.ts";
import { Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { useLive } from "../live.ts";
import { texts } from "../texts.ts";

export function Events() {
  const { may } = useActing();
  const { events } = useLive();
  const names = texts.events;
  return (
    <View title={names.title}>
      <p role="status">{may("events.read") ? names.waiting : names.none}</p>
      <ol className="timeline">
        {events.map(({ id, type, subject, time }) => (
          <li key={id}>
            <p>
              <strong>{type}</strong> <code>{subject}</code>
            </p>
            <p className="quiet">
              <Time at={time} />
            </p>
          </li>
        ))}
      </ol>
    </View>
  );
}
