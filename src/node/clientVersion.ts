import { readFileSync } from 'node:fs'
import { platform } from 'node:os'

/** How this software names itself to clients: name, version, system and runtime. */
export function clientVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return `Cambium/${version}/${platform()}/Node${process.version.slice(1)}`
}
