import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { packageFile } from '../primitives/packageFile.ts'

/** The name of this software for clients: name, version, system and runtime. */
export function clientVersion(): string {
  const text = readFileSync(packageFile('package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return `Cambium/${version}/${platform()}/Node${process.version.slice(1)}`
}
