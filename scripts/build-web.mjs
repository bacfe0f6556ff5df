// Bundles the pages of web/ into dist/web (or the folder given): assets with the digest of their contents in the name, and
// each file also compressed with Brotli and gzip, so that the node does not have to compress. The playground is one file with
// everything inside, so it works without a server; it contains dist/browser/index.js.
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const outdir = resolve(process.argv[2] ?? join(root, 'dist/web'))
const web = join(root, 'web')

const pages = ['explorer', 'console']
/** Maximum bytes that a visitor of the home page waits for. */
const maximumFirstLoadBytes = 140_000
const curvesSource = 'node_modules/uplot/dist/uPlot.esm.js'

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir,
  metafile: true,
  write: false,
  logLevel: 'warning',
}

// A worker's program is a separate file, whose name the page must know.
const worker = await build({ ...shared, entryPoints: ['web/explorer/pages/stepper/traceWorker.ts'] })
const [workerFile] = worker.outputFiles
// A light client is published as one module.
const light = readFileSync(join(root, 'dist/browser/light.js'))
const lightName = `light-${hash('sha256', light).slice(0, 8)}.js`
const { metafile, outputFiles } = await build({
  ...shared,
  entryPoints: Object.fromEntries(pages.map((page) => [page, `web/${page}/main.tsx`])),
  splitting: true,
  define: {
    traceWorkerFile: JSON.stringify(`./${basename(workerFile.path)}`),
    lightModuleFile: JSON.stringify(`./${lightName}`),
  },
})

rmSync(outdir, { recursive: true, force: true })
mkdirSync(join(outdir, 'assets'), { recursive: true })
for (const { path, contents } of [workerFile, ...outputFiles])
  writeCompressed(join('assets', basename(path)), contents)
writeCompressed(join('assets', lightName), light)

const icon = readFileSync(join(web, 'shared/style/icon.svg'))
const iconName = `icon-${hash('sha256', icon).slice(0, 8)}.svg`
writeCompressed(join('assets', iconName), icon)

for (const page of pages) {
  const [script, { cssBundle }] = outputOf(`web/${page}/main.tsx`)
  const links = [
    `<link rel="icon" href="${addressOf(iconName)}" type="image/svg+xml" />`,
    ...(cssBundle ? [`<link rel="stylesheet" href="${addressOf(cssBundle)}" />`] : []),
    `<script type="module" src="${addressOf(script)}"></script>`,
  ]
  const template = readFileSync(join(web, page, `${page}.html`), 'utf8')
  writeCompressed(`${page}.html`, Buffer.from(template.replace('<!-- links -->', links.join('\n    '))))
}

const playground = await playgroundPage()
writeCompressed('playground.html', Buffer.from(playground))
writeFileSync(join(root, 'examples/playground/index.html'), playground)

const firstLoad = firstLoadBytes()
if (firstLoad > maximumFirstLoadBytes) {
  throw new Error(
    `the first page of the explorer loads ${firstLoad} bytes in Brotli, more than ${maximumFirstLoadBytes}: load a part when it is shown`,
  )
}

/** Everything that the home page loads: the page, its style and icon, its scripts, and the curves that it draws. */
function firstLoadBytes() {
  const scripts = new Set()
  const follow = (path) => {
    if (scripts.has(path)) return
    scripts.add(path)
    for (const { path: imported, kind } of metafile.outputs[path].imports) {
      if (kind === 'import-statement') follow(imported)
    }
  }
  const [main, { cssBundle }] = outputOf('web/explorer/main.tsx')
  follow(main)
  follow(outputOf(curvesSource)[0])
  const names = [...scripts, cssBundle].map((path) => join('assets', basename(path)))
  return ['explorer.html', join('assets', iconName), ...names]
    .map((name) => statSync(join(outdir, `${name}.br`)).size)
    .reduce((sum, size) => sum + size)
}

/** Its policy allows the script and the style in it, and no connection. */
async function playgroundPage() {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: ['web/playground/main.tsx'],
    define: { traceWorkerFile: '""', lightModuleFile: '""' },
    alias: { 'cambium:chain': join(root, 'dist/browser/index.js') },
  })
  const textOf = (extension) => outputFiles.find(({ path }) => path.endsWith(extension)).text
  const [script, style] = [textOf('.js'), textOf('.css')]
  const digestOf = (text) => `'sha256-${hash('sha256', text, 'base64')}'`
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${digestOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ]
  const iconUrl = `data:image/svg+xml;base64,${icon.toString('base64')}`
  const parts = {
    policy: `<meta http-equiv="content-security-policy" content="${policy.join('; ')}" />`,
    parts: `<link rel="icon" href="${iconUrl}" type="image/svg+xml" />\n    <style>${style}</style>`,
    program: `<script type="module">${script}</script>`,
  }
  const template = readFileSync(join(web, 'playground/playground.html'), 'utf8')
  return template.replaceAll(/<!-- (\w+) -->/g, (_, name) => parts[name])
}

function outputOf(source) {
  return Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source)
}

/** Relative, so that the pages work below any path of a proxy. */
function addressOf(path) {
  return `./-/assets/${basename(path)}`
}

function writeCompressed(name, contents) {
  const path = join(outdir, name)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length }
  writeFileSync(path, contents)
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params: size }))
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }))
}
