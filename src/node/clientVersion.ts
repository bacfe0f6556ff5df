import { packageVersion } from '../platform/packageContent.ts'
import { runtimeName } from '../platform/runtime.ts'

/** The name of this software for clients: name, version, system and runtime. */
export const clientVersion = (): string => `Cambium/${packageVersion()}/${runtimeName}`

/**
 * The name with which a development chain answers tools. Hardhat's network helpers and OpenZeppelin's upgrades work
 * only on a network whose name begins with one that they know, so ours comes after it.
 */
export const toolClientVersion = (): string => `HardhatNetwork/${clientVersion()}`
