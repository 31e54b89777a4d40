import qrcode from 'qrcode-generator';

/** The white border that readers need, in modules. */
const BORDER = 4;

/** A QR code as an inline image: black on white in every colour scheme, and without a script. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const size = modules + 2 * BORDER;
  const places = Array.from({ length: modules }, (_, index) => index);
  const dark = places.flatMap((row) =>
    places.filter((column) => code.isDark(row, column)).map((column) => `M${column + BORDER} ${row + BORDER}h1v1h-1z`),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  );
}
