import type { Plugin } from 'rolldown'

export const webSides: Plugin
/** The module `cambium:package`, with the files of a chain embedded. */
export function packageModule(): Plugin
export function bundlePages(folder: string): Promise<void>
