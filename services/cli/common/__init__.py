"""What every command needs: how it reaches what runs, and how it speaks. It knows no room."""
