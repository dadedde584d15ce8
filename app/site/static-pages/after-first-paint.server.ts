/**
 * Loads the document's script after the first paint, so that it doesn't compete with the style sheet and fonts that the
 * paint waits for. The page is readable and its forms work before. A hidden tab isn't painted: there the script loads
 * at once. Returns a document without the router's module unchanged.
 */
export function afterFirstPaint(html: string): string {
  const module = /(<script\b(?![^>]*\bsrc=)[^>]*\btype="module"[^>]*>)([\s\S]*?)<\/script>/.exec(html);
  if (!module) return html;
  const [whole, tag = "", script = ""] = module;
  const imports = [...script.matchAll(/^import (?:\* as (\w+) from )?("[^"]+");$/gm)];
  if (imports.length === 0) return html;
  const preload = /<link rel="modulepreload" href=("[^"]+")[^>]*>/g;
  const ahead = [...html.matchAll(preload)].map(([, address]) => address);
  const rest = imports.reduce((left, [statement]) => left.replace(statement, ""), script).trim();
  const names = imports.map(([, name = ""]) => name).join(", ");
  const beginScript = `${tag}const begin = async () => {
for (const href of [${ahead.join(", ")}]) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
const [${names}] = await Promise.all([${imports.map(([, , address]) => `import(${address})`).join(", ")}]);
${rest}
};
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));</script>`;
  return html.replace(whole, () => beginScript).replaceAll(preload, "");
}
