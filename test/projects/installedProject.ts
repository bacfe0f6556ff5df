import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Mocha prints a line for every test, and traces for failures. */
const longestOutput = 64 << 20

export interface InstalledProject {
  /** Runs a program of the project's packages; throws with its output when it fails. */
  run(url: string, program: string, ...args: readonly string[]): Promise<string>
  remove(): void
}

/** Copies a project of this folder to a place of its own and installs the packages of its lock file. */
export async function installProject(name: string): Promise<InstalledProject> {
  const folder = mkdtempSync(join(tmpdir(), `cambium-${name}-`))
  cpSync(join(import.meta.dirname, name), folder, { recursive: true })
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['ci', ...quiet], { cwd: folder })
  return {
    async run(url, program, ...args) {
      const env = { ...process.env, CAMBIUM_URL: url, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', CI: 'true' }
      try {
        const { stdout } = await run(join(folder, 'node_modules/.bin', program), args, {
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
