/** Returns a pattern for the whole numbers from `least` to `most`, both included, without leading zeros. Both must not be negative. */
export function wholeNumbers(least: bigint, most: bigint): string {
  const parts: string[] = [];
  let from = least;
  if (from === 0n) {
    parts.push("0");
    from = 1n;
  }
  while (from <= most) {
    const shortest = String(from).length;
    // One part covers all numbers of several lengths.
    const longest = String(most + 1n).length - 1;
    if (from === power(shortest - 1) && longest >= shortest) {
      parts.push(`[1-9]${digits(shortest - 1, longest - 1)}`);
      from = power(longest);
    } else {
      const end = power(shortest) - 1n;
      const to = end < most ? end : most;
      parts.push(...between(String(from), String(to)));
      from = to + 1n;
    }
  }
  return `^(${parts.join("|")})$`;
}

const power = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Returns patterns for the numbers from `from` to `to`, which have the same length. */
function between(from: string, to: string): string[] {
  const rest = from.length - 1;
  const [first, last] = [Number(from[0]), Number(to[0])];
  const [low, high] = [from.slice(1), to.slice(1)];
  // First digits whose numbers are all within the limits.
  const whole = [/[^0]/.test(low) ? first + 1 : first, /[^9]/.test(high) ? last - 1 : last] as const;
  const under = (lead: number, least: string, most: string) =>
    between(least, most).map((part) => `${lead}${part}`);
  if (first === last && whole[0] > whole[1]) return under(first, low, high);
  return [
    ...(whole[0] > first ? under(first, low, "9".repeat(rest)) : []),
    ...(whole[0] <= whole[1] ? [led(...whole, rest)] : []),
    ...(whole[1] < last ? under(last, "0".repeat(rest), high) : []),
  ];
}

/** Returns a pattern for one digit from `first` to `last`, followed by `rest` arbitrary digits. */
function led(first: number, last: number, rest: number): string {
  if (first === 0 && last === 9) return digits(rest + 1, rest + 1);
  return (first === last ? String(first) : `[${first}-${last}]`) + digits(rest, rest);
}

function digits(least: number, most: number): string {
  if (most === 0) return "";
  if (least === most) return most === 1 ? "[0-9]" : `[0-9]{${most}}`;
  return `[0-9]{${least},${most}}`;
}
