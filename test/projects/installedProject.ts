import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Mocha prints a line for every test, and traces for failures. */
const longestOutput = 64 << 20

export interface InstalledProject {
  readonly folder: string
  /** Runs a program of the project's packages; throws with its output when it fails. */
  run(url: string, program: string, ...args: readonly string[]): Promise<string>
  remove(): void
}

/**
 * Copies a project of this folder to a place of its own and installs the packages of its lock file, with another program of
 * Node if given: npm leaves out optional packages that are not for the version it runs with.
 */
export async function installProject(name: string, node = process.execPath): Promise<InstalledProject> {
  const folder = mkdtempSync(join(tmpdir(), `cambium-${name}-`))
  cpSync(join(import.meta.dirname, name), folder, { recursive: true })
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run(node, [npmProgram(), 'ci', ...quiet], { cwd: folder })
  return {
    folder,
    async run(url, program, ...args) {
      const env = { ...process.env, CAMBIUM_URL: url, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', CI: 'true' }
      try {
        const { stdout } = await run(node, [join(folder, 'node_modules/.bin', program), ...args], {
          cwd: folder,
          env,
          maxBuffer: longestOutput,
        })
        return stdout
      } catch (error) {
        const { stdout = '', stderr = '' } = Object(error)
        throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`)
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** The script of npm: that which runs the tests, or the one of the path. */
function npmProgram(): string {
  const running = process.env['npm_execpath']
  if (running?.endsWith('npm-cli.js')) return running
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      return realpathSync(join(folder, 'npm'))
    } catch {
      // Not in this folder.
    }
  }
  throw new Error('npm is not in the path')
}
