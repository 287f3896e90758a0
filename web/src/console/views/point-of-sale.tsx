// The point of sale: an amount becomes a code for the customer.
import { useNavigate } from "@tanstack/react-router";
import { NewPayment } from "../components/new-payment.tsx";
import { View } from "../components/view.tsx";
import { texts } from "../texts.ts";

export function PointOfSale() {
  const navigate = useNavigate();
  const { point } = texts;
  return (
    <View title={point.title}>
      <section className="panel">
        <NewPayment
          button={point.charge}
          busy={point.charging}
          onCreated={({ paymentId }) => navigate({ to: "/point-of-sale/$paymentId", params: { paymentId } })}
        />
      </section>
    </View>
  );
}
