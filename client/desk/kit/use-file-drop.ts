import { type DragEvent, useEffect, useState } from 'react'

/** Handlers for an element on which files can be dropped; `isOver` while some are held over it. */
export function useFileDrop(add: (files: File[]) => Promise<void>) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // A file that misses the field must not replace the page.
    const prevent = (event: globalThis.DragEvent) => event.preventDefault()
    addEventListener('dragover', prevent)
    addEventListener('drop', prevent)
    return () => {
      removeEventListener('dragover', prevent)
      removeEventListener('drop', prevent)
    }
  }, [])
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      void add([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}
