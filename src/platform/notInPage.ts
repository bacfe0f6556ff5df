/** The refusal of an option or a function that needs files, threads or sockets; `instead` says what to do. */
export class NotInPage extends TypeError {
  constructor(name: string, instead: string) {
    super(`${name} needs Node.js or Bun, not a web page: ${instead}`)
  }
}
