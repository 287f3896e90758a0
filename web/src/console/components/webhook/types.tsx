// Which events an endpoint gets: all, whole groups, or single types.
import { useId } from "react";
import { EVENT_GROUPS, EVENT_TYPES } from "../../api/event-types.ts";
import { webhookTexts } from "../../texts/webhooks.ts";

interface EventTypesProps {
  readonly chosen: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
  readonly error?: string | undefined;
}

export function EventTypes({ chosen, onChange, error }: EventTypesProps) {
  const id = useId();
  const choose = (types: readonly string[], isChosen: boolean) =>
    onChange(EVENT_TYPES.filter((each) => (types.includes(each) ? isChosen : chosen.includes(each))));
  const hasAll = (types: readonly string[]) => types.every((each) => chosen.includes(each));
  return (
    <fieldset className="choices" aria-describedby={error === undefined ? undefined : id}>
      <legend>{webhookTexts.types}</legend>
      <Check
        text={webhookTexts.allTypes}
        isChosen={hasAll(EVENT_TYPES)}
        onChange={(is) => choose(EVENT_TYPES, is)}
      />
      <ul>
        {EVENT_GROUPS.map(({ id: group, types }) => (
          <li key={group}>
            <Check
              text={webhookTexts.groups[group]}
              isChosen={hasAll(types)}
              onChange={(is) => choose(types, is)}
            />
            <ul>
              {types.map((type) => (
                <li key={type}>
                  <Check
                    text={type}
                    note={webhookTexts.typeNames[type]}
                    isChosen={chosen.includes(type)}
                    onChange={(is) => choose([type], is)}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p id={id} className="wrong" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface CheckProps {
  readonly text: string;
  readonly note?: string | undefined;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Check({ text, note, isChosen, onChange }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isChosen} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {text} {note !== undefined && <span className="quiet">{note}</span>}
      </span>
    </label>
  );
}
