/** The blocks of data in this page, and the fingerprint of them all. */
const Blocks = (() => {
  const NAMES = ["statement", "table", "proof", "surface", "paint"];

  /** Return the bytes of a block: the statement stands there as it is, all others deflated and in base64. */
  async function bytes(name) {
    const text = document.getElementById(name).textContent;
    if (name === "statement") return new TextEncoder().encode(text);
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** Return all blocks' bytes by name; throw an Error whose message is the name of one that cannot be read. */
  async function all() {
    const found = {};
    for (const name of NAMES) {
      try {
        found[name] = await bytes(name);
      } catch {
        throw new Error(name);
      }
    }
    return found;
  }

  /** Return the fingerprint as the program computes it; null where the browser has no SHA-256 here. */
  async function fingerprint(blocks) {
    if (!globalThis.crypto || !crypto.subtle) return null;
    const encode = (text) => new TextEncoder().encode(text);
    const parts = [encode("warcry3d.certificate/1\n")];
    for (const name of NAMES) parts.push(encode(`${name} ${blocks[name].length}\n`), blocks[name]);
    const whole = await new Blob(parts).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole)).slice(0, 16);
    const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.match(/.{4}/g).join(" ");
  }

  /** Return a block's JSON. */
  const json = (data) => JSON.parse(new TextDecoder().decode(data));

  /** Return the blockers' surface: a line of JSON, then vertices (float64), faces and which (int32). */
  function surface(data) {
    const end = data.indexOf(10) + 1;
    const head = json(data.subarray(0, end));
    const numbers = data.buffer.slice(data.byteOffset + end, data.byteOffset + data.length);
    const middle = 24 * head.vertices, last = middle + 12 * head.triangles;
    return {
      ...head,
      vertices: new Float64Array(numbers, 0, 3 * head.vertices),
      faces: new Int32Array(numbers, middle, 3 * head.triangles),
      which: new Int32Array(numbers, last, head.triangles),
    };
  }

  return { all, fingerprint, json, surface };
})();
