import { useEffect, useEffectEvent, useRef, useState } from "react";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";

const LOOK_MS = 200;

type Detect = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Reads QR codes by the browser itself; Safari and Firefox have no detector. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ readonly rawValue: string }[]>;
}
interface BarcodeDetectorClass {
  new (options: { readonly formats: readonly string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<string[]>;
}

async function detector(): Promise<Detect> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  if (Own && (await Own.getSupportedFormats()).includes("qr_code")) {
    const own = new Own({ formats: ["qr_code"] });
    return async (video) => (await own.detect(video))[0]?.rawValue;
  }
  const { default: read } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!context || width === 0) return Promise.resolve(undefined);
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0);
    return Promise.resolve(read(context.getImageData(0, 0, width, height).data, width, height)?.data);
  };
}

/** Shows what the camera sees until it reads a QR code. */
function Camera({ onText, onEnd }: { readonly onText: (text: string) => void; readonly onEnd: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const tell = useEffectEvent(onText);
  const [isBarred, setIsBarred] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const look = async (): Promise<void> => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      const stop = () => stream.getTracks().forEach((track) => track.stop());
      if (end.signal.aborted || !video.current) return stop();
      end.signal.addEventListener("abort", stop);
      video.current.srcObject = stream;
      await video.current.play();
      const detect = await detector();
      while (!end.signal.aborted && video.current) {
        const text = await detect(video.current);
        if (text !== undefined) return tell(text);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    };
    look().catch(() => {
      if (!end.signal.aborted) setIsBarred(true);
    });
    return () => end.abort();
  }, []);
  return (
    <div className="camera">
      {isBarred ? <p role="alert">{texts.noCamera}</p> : <p role="status">{texts.scanning}</p>}
      <video ref={video} muted playsInline hidden={isBarred} aria-hidden="true" />
      <Button onPress={onEnd}>{texts.stopScan}</Button>
    </div>
  );
}

/** A button that opens the camera and hands on the text of the first QR code. */
export function Scanner({ onText }: { readonly onText: (text: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (!isOpen) return <Button onPress={() => setIsOpen(true)}>{texts.scan}</Button>;
  const read = (text: string) => {
    close();
    onText(text);
  };
  return <Camera onText={read} onEnd={close} />;
}
