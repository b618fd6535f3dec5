const PAGE = { width: 595, height: 842, left: 56, top: 780, lineHeight: 22, fontSize: 12 };

/** A one-page PDF with these lines of Latin text. Written by hand: a library would be many times its size. */
export function textPdf(lines: readonly string[]): Uint8Array {
  const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n");
  const stream = `BT /F1 ${PAGE.fontSize} Tf ${PAGE.lineHeight} TL ${PAGE.left} ${PAGE.top} Td\n${text}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  body += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new TextEncoder().encode(body);
}

/** The standard font knows no more than Latin; brackets and backslashes are the format's own. */
function escaped(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&");
}
