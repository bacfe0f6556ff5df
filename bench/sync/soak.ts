import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { soakSeconds } from './sizes.ts'

/** Runs two nodes that follow each other while a third floods one of them; prints the memory in use. */
export async function soak(): Promise<void> {
  const program = fileURLToPath(new URL('soakProcess.ts', import.meta.url))
  const args = ['--expose-gc', '--import', 'tsx', program, String(soakSeconds)]
  console.log(
    `  soak of ${soakSeconds} s, MB alive: ${execFileSync(process.execPath, args, { encoding: 'utf8' })}`,
  )
}
