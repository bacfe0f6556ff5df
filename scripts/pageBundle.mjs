// Bundles the library for web pages into dist/browser: one ES module for each face of the package, without settings for
// bundlers. Source files with a web side (pageSide.mjs) are replaced by it. WebAssembly is part of the module, or, in the
// folder `urls`, beside it: that one loads it with `fetch` from its own address.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'rolldown'
import { pageSide } from './pageSide.mjs'

const root = resolve(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The faces, with the files that they need and the maximum of bytes in Brotli. */
const wasmFiles = ['blake2f', 'curves', 'evm', 'keccak256', 'logs', 'modularPower', 'pairing', 'sha256'].map(
  (name) => `wasm/${name}.wasm`,
)
const faces = {
  index: { source: 'index.ts', files: wasmFiles, maximumBytes: 600_000 },
  light: { source: 'library/light.ts', files: wasmFiles, maximumBytes: 350_000 },
}

export const webSides = {
  name: 'web-sides',
  resolveId: {
    filter: { id: /^\..*\.ts$/ },
    handler: (id, importer) => pageSide(resolve(importer, '..', id)),
  },
}

const embedded = (path) => `read(${JSON.stringify(readFileSync(join(root, path)).toString('base64'))})`

/** The module `cambium:package` (types/package.d.ts). */
export function packageModule(files = wasmFiles, contentOf = embedded) {
  const id = 'cambium:package'
  const members = files.map((path) => `${JSON.stringify(path)}: ${contentOf(path)}`)
  const code = `const read = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const load = async (url) => {
  // Vite makes these of small files, and a strict policy does not let a page fetch them.
  if (url.protocol === 'data:') return read(url.pathname.slice(url.pathname.indexOf(',') + 1))
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(\`\${url} answers \${answer.status}: serve the files of cambium/dist/browser/urls beside the script\`)
  return new Uint8Array(await answer.arrayBuffer())
}
export const version = ${JSON.stringify(version)}
export const files = { ${members.join(', ')} }`
  return {
    name: 'package-module',
    resolveId: { filter: { id: /^cambium:package$/ }, handler: () => `\0${id}` },
    load: { filter: { id: /cambium:package$/ }, handler: () => code },
  }
}

// Bundlers recognise this form, and copy the file.
const besideModule = (path) =>
  `await load(new URL(${JSON.stringify(`./${basename(path)}`)}, import.meta.url))`

const bundle = ([name, { source, files }], folder, contentOf) =>
  build({
    cwd: root,
    input: { [name]: resolve(root, 'src', source) },
    platform: 'browser',
    plugins: [webSides, packageModule(files, contentOf)],
    transform: { target: 'es2022' },
    logLevel: 'warn',
    output: {
      dir: folder,
      entryFileNames: '[name].js',
      format: 'esm',
      codeSplitting: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
      minify: true,
    },
  })

export async function bundlePages(folder) {
  const urls = join(folder, 'urls')
  mkdirSync(urls, { recursive: true })
  for (const face of Object.entries(faces)) {
    await Promise.all([bundle(face, folder, embedded), bundle(face, urls, besideModule)])
    for (const path of face[1].files)
      writeFileSync(join(urls, basename(path)), readFileSync(join(root, path)))
    checkFace(face, join(folder, `${face[0]}.js`))
  }
}

function checkFace([name, { maximumBytes }], path) {
  const code = readFileSync(path)
  const nodeModule = code.toString().match(/(?:from|import\(|require\()\s*["'`](node:[\w/]+)/)
  if (nodeModule) throw new Error(`the page's bundle ${name} imports ${nodeModule[1]}`)
  const length = brotliCompressSync(code).length
  if (length > maximumBytes)
    throw new Error(`the page's bundle ${name} has ${length} bytes in Brotli, more than ${maximumBytes}`)
}
