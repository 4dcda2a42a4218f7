/** The events of a `text/event-stream` answer, one after another. */
export class EventLines {
  readonly response: Response
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>
  private readonly decoder = new TextDecoder()
  private text = ''

  private constructor(response: Response) {
    if (!response.body) throw new Error('The answer has no body')
    this.response = response
    this.reader = response.body.getReader()
  }

  static async open(url: string, cookie: string): Promise<EventLines> {
    return new EventLines(await fetch(`${url}/functions/desk-events`, { headers: { cookie } }))
  }

  /** The next event's data; undefined once the stream has ended. */
  async next(): Promise<unknown> {
    for (;;) {
      const end = this.text.indexOf('\n\n')
      if (end >= 0) {
        const event = this.text.slice(0, end)
        this.text = this.text.slice(end + 2)
        return JSON.parse(event.replace(/^data: /, ''))
      }
      const { value, done } = await this.reader.read()
      if (done) return undefined
      this.text += this.decoder.decode(value, { stream: true })
    }
  }

  /** Reads on until the other side ends it. */
  async ended(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  async hangUp(): Promise<void> {
    await this.reader.cancel()
  }
}
