import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import text from '#client/ui/type.module.css'
import type { Focus } from '#shared/photographs/photographs.ts'
import styles from './photographs.module.css'

interface FocusPickerProps {
  src: string
  focus: Focus
  onChange: (focus: Focus) => void
}

const arrows: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** How far an arrow key with Shift moves the focus, in percent. Without Shift it is 1. */
const LARGE_STEP = 10

const limit = (percent: number) => Math.max(0, Math.min(100, Math.round(percent)))

/** A ring over a photograph, on what must stay in view where a frame crops it. */
export function FocusPicker({ src, focus, onChange }: FocusPickerProps) {
  const id = useId()
  const stage = useRef<HTMLDivElement>(null)
  const moveTo = ({ clientX, clientY }: PointerEvent) => {
    const frame = stage.current?.getBoundingClientRect()
    if (!frame) return
    const x = limit(((clientX - frame.left) / frame.width) * 100)
    const y = limit(((clientY - frame.top) / frame.height) * 100)
    if (x !== focus.x || y !== focus.y) onChange({ x, y })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (!by) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : 1
    onChange({ x: limit(focus.x + by.x * step), y: limit(focus.y + by.y * step) })
  }
  const { x, y } = focus
  return (
    <div className="stack gap-3">
      <div className={styles.crops}>
        <div
          ref={stage}
          className={styles.stage}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            moveTo(event)
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event)
          }}
        >
          <img src={src} alt="" draggable={false} />
          <button
            type="button"
            className={styles.ring}
            style={{ left: `${x}%`, top: `${y}%` }}
            aria-label={`What must stay in view: ${x} % from the left, ${y} % from the top`}
            aria-describedby={id}
            onKeyDown={onKeyDown}
          />
        </div>
        <div className="stack gap-3">
          {(['Square', 'Wide'] as const).map((shape) => (
            <figure key={shape} className={styles.crop}>
              <img
                src={src}
                alt=""
                className={shape === 'Wide' ? styles.wide : styles.square}
                style={{ objectPosition: `${x}% ${y}%` }}
              />
              <figcaption className={text.fine}>{shape}</figcaption>
            </figure>
          ))}
        </div>
      </div>
      <p id={id} className={text.fine}>
        Drag the ring to what must stay in view. Arrow keys move it, Shift for larger steps.
      </p>
    </div>
  )
}
