import { resolve } from 'node:path'
import { build } from 'rolldown'
import { packageModule, webSides } from '../../../scripts/pageBundle.mjs'

const root = resolve(import.meta.dirname, '../../..')

/** A module that offers `run(file)`, for these test files of the repository and the sources that they import. */
export async function bundledTests(files: readonly string[]): Promise<string> {
  const entry = `import { runTests } from './test/web/inPage/runInPage.ts'
const files = {
${files.map((file) => `  '${file}': () => import('./${file}'),`).join('\n')}
}
export const run = (file) => runTests(file, files[file])`
  const { output } = await build({
    cwd: root,
    input: 'tests-of-the-page',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'tests-of-the-page' ? resolve(root, 'entry.js') : null),
        load: (id) => (id === resolve(root, 'entry.js') ? entry : null),
      },
      webSides,
      packageModule(),
    ],
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"test"' } },
    output: { format: 'esm', codeSplitting: false },
  })
  return output[0].code
}
