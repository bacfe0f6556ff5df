/** A result that has been written already: the text of one JSON value. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
