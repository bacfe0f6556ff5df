/** A file for browsers, in every encoding that it is sent in. */
export interface WebFile {
  readonly contentType: string
  /** A digest of the contents, in quotes, as the `ETag` header has it. */
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

/** The pages that the server has for browsers. */
export interface WebFiles {
  readonly explorer: WebFile
  /** A development chain in the page; it asks no server. */
  readonly playground: WebFile
  /** For the operator; only the admin address has it. */
  readonly console: WebFile
  /** By name; the name changes with the contents. */
  readonly assets: Pick<ReadonlyMap<string, WebFile>, 'get'>
}
