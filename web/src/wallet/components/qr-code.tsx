import { encode } from "uqr";

/** A QR code (ISO/IEC 18004), drawn as one path. It stays dark on light, which readers of codes need. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} className="light" />
      <path d={dark.join("")} className="dark" />
    </svg>
  );
}
