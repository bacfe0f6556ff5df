import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { packageFile } from '../primitives/program/packageFile.ts'

/** Of the package. */
export function packageVersion(): string {
  const text = readFileSync(packageFile('package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}

/** The name of this software for clients: name, version, system and runtime. */
export const clientVersion = (): string =>
  `Cambium/${packageVersion()}/${platform()}/Node${process.version.slice(1)}`

/**
 * The name with which a development chain answers tools. Hardhat's network helpers and OpenZeppelin's upgrades work
 * only on a network whose name begins with one that they know, so ours comes after it.
 */
export const toolClientVersion = (): string => `HardhatNetwork/${clientVersion()}`
